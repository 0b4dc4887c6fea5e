/** The landing page as plain HTML. Without its script it is the bare form; with it, it shows the cost of React alone. */
import { type FormEvent, useState } from 'react';
import { start } from './start';
import { sites, substances, words } from './words';

export function PlainPage() {
  return (
    <>
      <a href="#main" className="skip">
        {words.skip}
      </a>
      <header className="header">
        <a href="/">{words.brand}</a>
        <nav aria-label={words.menu}>
          <a href="?lang=es" lang="es">
            {words.otherLanguage}
          </a>
          <a href="/login">{words.logIn}</a>
          <a href="/register">{words.register}</a>
        </nav>
      </header>
      <main id="main">
        <section>
          <h1>{words.title}</h1>
          <p>{words.lead}</p>
          <a href="#form" className="button">
            {words.getStarted}
          </a>
          <p>{words.emergency}</p>
        </section>
        <section className="steps">
          <h2>{words.stepsTitle}</h2>
          <ol>
            {words.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </section>
        <StartForm />
      </main>
      <footer className="footer">{words.copyright}</footer>
    </>
  );
}

function StartForm() {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [site, setSite] = useState('');
  const [news, setNews] = useState('');
  const next = (event: FormEvent) => {
    event.preventDefault();
    setNews(chosen.length > 0 && site ? words.chosen : words.missing);
  };
  const toggle = (name: string) =>
    setChosen(chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name]);
  return (
    <form id="form" method="post" action="/referral" onSubmit={next}>
      <p>{words.progress}</p>
      <h2>{words.startTitle}</h2>
      <fieldset>
        <legend>{words.substance}</legend>
        {substances.map((name) => (
          <label key={name} className="check">
            <input
              type="checkbox"
              name="substance"
              value={name}
              checked={chosen.includes(name)}
              onChange={() => toggle(name)}
            />
            {name}
          </label>
        ))}
      </fieldset>
      <label className="field">
        {words.site}
        <select name="site" value={site} onChange={(event) => setSite(event.target.value)}>
          <option value="">{words.chooseOne}</option>
          {sites.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <p role="status">{news}</p>
      <button type="submit" className="button">
        {words.next}
      </button>
    </form>
  );
}

start(<PlainPage />);
