/** The pages of accounts, in one file: each is small, and each file's name is in the start that every visitor downloads. */
export { ConfirmEmailPage } from './ConfirmEmailPage';
export { ForgotPasswordPage } from './ForgotPasswordPage';
export { LookUpPage } from './LookUpPage';
export { NewsLinkPage } from './NewsLinkPage';
export { NotFoundPage } from './NotFoundPage';
export { RegisterPage } from './RegisterPage';
export { ResetPasswordPage } from './ResetPasswordPage';
export { UserHome } from './UserHome';
