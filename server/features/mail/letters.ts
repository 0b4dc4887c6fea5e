/**
 * The letters the server writes: plain text, English and Spanish in one, as it does not know which the reader prefers.
 * No names, nothing about health, nothing that says more than that an account exists.
 */
export interface Letter {
  readonly subject: string;
  readonly body: string;
}

/** @param link the page that sets a new password, token included; good for 30 minutes, once */
export function resetLetter(brand: string, link: string): Letter {
  return {
    subject: `${brand}: password reset / restablecer contraseña`,
    body: [
      'Someone asked to reset the password of your account. To choose a new one, open this link within 30 minutes:',
      link,
      'If it was not you, ignore this message: nothing has changed.',
      '',
      'Alguien pidió restablecer la contraseña de su cuenta. Para elegir una nueva, abra este enlace en menos de 30 minutos:',
      link,
      'Si no fue usted, ignore este mensaje: nada ha cambiado.',
      '',
      brand,
    ].join('\n'),
  };
}

/** @param link the sign-in page */
export function approvedLetter(brand: string, link: string): Letter {
  return {
    subject: `${brand}: your account / su cuenta`,
    body: [
      'Your account has been approved. You can now log in:',
      link,
      '',
      'Su cuenta ha sido aprobada. Ya puede iniciar sesión:',
      link,
      '',
      brand,
    ].join('\n'),
  };
}
