/**
 * Makes a letter: plain text and HTML, both languages in one, the reader's own first, as it may be read by someone else and
 * we may not know the reader's. The HTML loads nothing from anywhere.
 */
import { brandTokens } from '../../../contract/brandColor';
import type { Language } from '../../../contract/languages';
import { LANGUAGES, emailText, type EmailText } from '../../languages';
import { CONFIRM_TOKEN_LIFE, RESET_TOKEN_LIFE } from '../auth/lifetimes';

/** What a letter tells. */
export type EmailEvent =
  /** @property token as mailed; it is stored only as its hash */
  | { readonly kind: 'resetLink' | 'confirmEmail' | 'setPassword'; readonly token: string }
  | { readonly kind: 'approved' | 'registeredAlready' | 'passwordChanged' | 'loginStopped' };

export interface Email {
  readonly subject: string;
  readonly body: string;
  readonly html: string;
}

interface From {
  /** Where the app is, without a final slash. */
  readonly publicUrl: string;
  /** The name letters are signed with; none when empty. */
  readonly signature: string;
  /** The provider's, such as #0b5a66. */
  readonly brandColor: string;
}

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
const PART_END = '* * *';

/** @param language the reader's, if known */
export function renderEmail(news: EmailEvent, language: Language | null, from: From): Email {
  const link = linkOf(news, from.publicUrl);
  const button = buttonStyle(from.brandColor);
  const parts = inOrder(language).map((lang) => ({ lang, text: textOf(news, lang) }));
  const subject = parts.map(({ text }) => text.subject).join(' / ');
  return {
    subject,
    body: [...parts.map(({ text }) => plainPart(text, link)), from.signature]
      .filter(Boolean)
      .join(`\n\n${PART_END}\n\n`),
    html: page(
      subject,
      parts[0]?.lang ?? 'en',
      [
        ...parts.map(({ lang, text }) => htmlPart(lang, text, link, button)),
        from.signature && `<p style="font-weight:600">${escapeHtml(from.signature)}</p>`,
      ].join('\n'),
    ),
  };
}

function inOrder(first: Language | null): Language[] {
  return LANGUAGES.toSorted((a, b) => Number(b === first) - Number(a === first));
}

function textOf(news: EmailEvent, language: Language): EmailText {
  const text = emailText(language, news.kind);
  const filled = (part: string) =>
    part
      .replaceAll('%{minutes}', String(RESET_TOKEN_LIFE / MINUTE))
      .replaceAll('%{days}', String(CONFIRM_TOKEN_LIFE / DAY));
  return { ...text, before: text.before.map(filled), after: text.after.map(filled) };
}

function linkOf(news: EmailEvent, publicUrl: string): string {
  if ('token' in news) {
    const path = news.kind === 'resetLink' ? '/reset-password' : '/confirm-email';
    return `${publicUrl}${path}?reset_token=${news.token}`;
  }
  const isAboutPassword = news.kind === 'passwordChanged' || news.kind === 'loginStopped';
  return `${publicUrl}${isAboutPassword ? '/forgot-password' : '/login'}`;
}

function plainPart({ before, link: label, after }: EmailText, link: string): string {
  return [...before, `${label}:\n${link}`, ...after].join('\n\n');
}

/** The colours of the light pages in both schemes: a button brings its own ground. */
function buttonStyle(brandColor: string): string {
  const { '--color-brand': ground, '--color-on-brand': text } = brandTokens(brandColor).light;
  return `display:inline-block;padding:12px 20px;border-radius:8px;background:${ground};color:${text};text-decoration:none;font-weight:600`;
}

const ADDRESS = 'font-size:14px;word-break:break-all';

/** The address stands below the button: for who wants to see where it leads, or whose program shows no buttons. */
function htmlPart(
  language: Language,
  { before, link: label, after }: EmailText,
  link: string,
  button: string,
): string {
  const address = escapeHtml(link);
  const paragraphs = (texts: readonly string[]) =>
    texts.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n');
  return `<div lang="${language}" style="padding-bottom:16px;margin-bottom:24px;border-bottom:1px solid #888888">
${paragraphs(before)}
<p><a href="${address}" style="${button}">${escapeHtml(label)}</a></p>
<p style="${ADDRESS}"><a href="${address}">${address}</a></p>
${paragraphs(after)}
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

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
