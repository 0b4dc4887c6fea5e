/** The super user that every server under test starts with. */
export const SUPERUSER = { email: 'head@clinic.example', password: 'Bright-Meadow-93-Kites' };
