/** The values of the registration form; `sites` holds ids. */
export interface RegisterFields {
  fullname: string;
  email: string;
  password: string;
  confirm: string;
  sites: string[];
  agree: boolean;
}
