/**
 * Renders emails as plain text and HTML. Each email contains every language, the recipient's first, because the recipient's
 * language may be unknown and someone else may read the email. The HTML loads no external resources.
 */
import { brandTokens } from '../../../contract/brandColor';
import type { Language } from '../../../contract/languages';
import { DEFAULT_BRAND_COLOR } from '../../../contract/settingLimits';
import { escapeHtml } from '../../escapeHtml';
import { LANGUAGES, emailText, type EmailText } from '../../languages';
import { type EmailEvent, EMAILS, emailOptions, LINK_LIFE, newsLink } from './emailKinds';

export interface Email {
  readonly subject: string;
  readonly body: string;
  readonly html: string;
}

interface Sender {
  /** PUBLIC_URL, without a trailing slash. */
  readonly publicUrl: string;
  /** The provider's name, which signs the email. */
  readonly brandName: string;
  /** BRAND_COLOR, such as #0b5a66. */
  readonly brandColor: string;
}

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
const PART_SEPARATOR = '* * *';
/** Where a paragraph has a number. */
const PLACEHOLDER = /%\{(\w+)\}/;

/** @param language the recipient's; null if unknown */
export function renderEmail(event: EmailEvent, language: Language | null, from: Sender): Email {
  const links = buildLinks(event, from.publicUrl);
  const { isNeutral = false } = emailOptions(event.kind);
  const button = buttonStyle(isNeutral ? DEFAULT_BRAND_COLOR : from.brandColor);
  const signature = isNeutral ? [] : [from.brandName];
  const parts = orderLanguages(language).map((lang) => ({ lang, text: resolveText(event, lang) }));
  const subject = parts.map(({ text }) => text.subject).join(' / ');
  return {
    subject,
    body: [...parts.map(({ text }) => plainPart(text, links)), ...signature].join(
      `\n\n${PART_SEPARATOR}\n\n`,
    ),
    html: page(
      subject,
      parts[0]?.lang ?? 'en',
      [
        ...parts.map(({ lang, text }) => htmlPart(lang, text, links, button)),
        ...signature.map((name) => `<p style="font-weight:600">${escapeHtml(name)}</p>`),
      ].join('\n'),
    ),
  };
}

function orderLanguages(first: Language | null): Language[] {
  return LANGUAGES.toSorted((a, b) => Number(b === first) - Number(a === first));
}

function resolveText(event: EmailEvent, language: Language): EmailText {
  const text = emailText(language, event.kind);
  const values: Readonly<Record<string, number>> = {
    minutes: LINK_LIFE.reset / MINUTE,
    days: LINK_LIFE.confirm / DAY,
    ...('counts' in event && event.counts),
  };
  const fill = (paragraphs: readonly string[]) =>
    paragraphs.flatMap((paragraph) => {
      const name = PLACEHOLDER.exec(paragraph)?.[1];
      if (name === undefined) return [paragraph];
      // A number that is 0 has no line.
      const value = values[name] ?? 0;
      return value === 0 ? [] : [paragraph.replace(PLACEHOLDER, String(value))];
    });
  return { ...text, before: fill(text.before), after: fill(text.after) };
}

/** The links of an email: of its button, and of the one that stops such emails, if it has one. */
interface Links {
  readonly link: string;
  readonly stop?: string;
}

function buildLinks(event: EmailEvent, publicUrl: string): Links {
  if (event.kind === 'confirmNews')
    return { link: `${publicUrl}${newsLink('confirm', event.newsToken)}` };
  if (event.kind === 'news')
    return {
      link: `${publicUrl}${event.page}`,
      stop: `${publicUrl}${newsLink('stop', event.newsToken)}`,
    };
  const query = 'token' in event ? `?reset_token=${event.token}` : '';
  return { link: `${publicUrl}${EMAILS[event.kind].page}${query}` };
}

function plainPart(
  { before, link: label, after, stop: stopLabel }: EmailText,
  { link, stop }: Links,
): string {
  const stopping = stop === undefined ? [] : [`${stopLabel}:\n${stop}`];
  return [...before, `${label}:\n${link}`, ...after, ...stopping].join('\n\n');
}

/** The light theme's colors in both color schemes: the button sets its own background. */
function buttonStyle(brandColor: string): string {
  const { '--color-brand': background, '--color-on-brand': text } = brandTokens(brandColor).light;
  return `display:inline-block;padding:12px 20px;border-radius:8px;background:${background};color:${text};text-decoration:none;font-weight:600`;
}

const URL_STYLE = 'font-size:14px;word-break:break-all';

/** The URL follows the button: it shows where the link leads, and works in mail clients that do not display the button. */
function htmlPart(
  language: Language,
  { before, link: label, after, stop: stopLabel }: EmailText,
  { link, stop }: Links,
  button: string,
): string {
  const stopping =
    stop === undefined
      ? ''
      : `\n<p><a href="${escapeHtml(stop)}">${escapeHtml(stopLabel ?? '')}</a></p>`;
  const href = escapeHtml(link);
  const paragraphs = (texts: readonly string[]) =>
    texts.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n');
  return `<div lang="${language}" style="padding-bottom:16px;margin-bottom:24px;border-bottom:1px solid #888888">
${paragraphs(before)}
<p><a href="${href}" style="${button}">${escapeHtml(label)}</a></p>
<p style="${URL_STYLE}"><a href="${href}">${href}</a></p>
${paragraphs(after)}${stopping}
</div>`;
}

function page(title: string, language: Language, content: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
</head>
<body style="max-width:560px;margin:0 auto;padding:24px 16px;font-family:sans-serif;font-size:16px;line-height:1.5">
${content}
</body>
</html>
`;
}
