/**
 * What the letters say, in each language: that an account exists, and nothing more. Nothing about health, no names: a letter
 * may be seen by others, and whoever registers could have us send any name to any address.
 */
import type { Language } from '../../../contract/constants';

/** One letter in one language. */
export interface LetterText {
  /** Neutral: it shows on locked screens. */
  readonly subject: string;
  readonly before: readonly string[];
  /** What the letter's link is for; the link itself stands below it. */
  readonly link: string;
  readonly after: readonly string[];
}

interface Texts {
  approved(): LetterText;
  /** @param minutes for which the link is good */
  resetLink(minutes: number): LetterText;
  registeredAlready(): LetterText;
  passwordChanged(): LetterText;
  loginStopped(): LetterText;
}

export const LETTER_TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    approved: () => ({
      subject: 'Your account',
      before: ['Your account has been approved. You can now log in with your email and password.'],
      link: 'Log in',
      after: [],
    }),
    resetLink: (minutes) => ({
      subject: 'Your password',
      before: [
        `Someone asked to reset the password of your account. To choose a new one, open this page within ${minutes} minutes. It works once.`,
      ],
      link: 'Choose a new password',
      after: ['If it was not you, ignore this message: nothing has changed.'],
    }),
    registeredAlready: () => ({
      subject: 'Your account',
      before: [
        'Someone tried to register an account with this email address, which has one already. Nothing has changed.',
        'If it was you: log in, or choose “Forgot Password” there. An account that still waits for approval works once you get the message that it was approved.',
      ],
      link: 'Log in',
      after: ['If it was not you, ignore this message.'],
    }),
    passwordChanged: () => ({
      subject: 'Your password',
      before: [
        'The password of your account was changed, and you were logged out everywhere. If it was you, there is nothing to do.',
        'If it was not you, choose a new password at once and tell the administrator of your account.',
      ],
      link: 'Choose a new password',
      after: [],
    }),
    loginStopped: () => ({
      subject: 'Your account',
      before: [
        'Someone tried many times to log in to your account with a wrong password. To protect it, nobody can log in any more, not even with the right password.',
        'To log in again, choose a new password: “Forgot Password” on the login page. Where you are still logged in, nothing has changed.',
      ],
      link: 'Choose a new password',
      after: [],
    }),
  },
  es: {
    approved: () => ({
      subject: 'Su cuenta',
      before: [
        'Su cuenta ha sido aprobada. Ya puede iniciar sesión con su correo electrónico y su contraseña.',
      ],
      link: 'Iniciar sesión',
      after: [],
    }),
    resetLink: (minutes) => ({
      subject: 'Su contraseña',
      before: [
        `Alguien pidió restablecer la contraseña de su cuenta. Para elegir una nueva, abra esta página en menos de ${minutes} minutos. Sirve una sola vez.`,
      ],
      link: 'Elegir una nueva contraseña',
      after: ['Si no fue usted, ignore este mensaje: nada ha cambiado.'],
    }),
    registeredAlready: () => ({
      subject: 'Su cuenta',
      before: [
        'Alguien intentó registrar una cuenta con este correo electrónico, que ya tiene una. Nada ha cambiado.',
        'Si fue usted: inicie sesión, o elija allí “Olvidé mi contraseña”. Una cuenta que todavía espera aprobación funciona cuando usted recibe el mensaje de que fue aprobada.',
      ],
      link: 'Iniciar sesión',
      after: ['Si no fue usted, ignore este mensaje.'],
    }),
    passwordChanged: () => ({
      subject: 'Su contraseña',
      before: [
        'La contraseña de su cuenta se cambió, y se cerró su sesión en todas partes. Si fue usted, no tiene que hacer nada.',
        'Si no fue usted, elija de inmediato una nueva contraseña y avise al administrador de su cuenta.',
      ],
      link: 'Elegir una nueva contraseña',
      after: [],
    }),
    loginStopped: () => ({
      subject: 'Su cuenta',
      before: [
        'Alguien intentó muchas veces iniciar sesión en su cuenta con una contraseña equivocada. Para protegerla, ya nadie puede iniciar sesión, ni siquiera con la contraseña correcta.',
        'Para volver a iniciar sesión, elija una nueva contraseña: “Olvidé mi contraseña” en la página de inicio de sesión. Donde usted tiene la sesión abierta, nada ha cambiado.',
      ],
      link: 'Elegir una nueva contraseña',
      after: [],
    }),
  },
};
