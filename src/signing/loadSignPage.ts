/** Downloads the page to sign on: before a session ends, as it is needed at once then. */
export const loadSignPage = async () => (await import('./SignPage')).SignPage;
