/** What is typed on the registration page; `sites` holds ids. */
export interface RegisterFields {
  fullname: string;
  email: string;
  password: string;
  confirm: string;
  sites: string[];
  agree: boolean;
}
