/** What a link in an email about news does, by its name in the fragment of the address: prove a guest's address, or stop the emails. */
export type NewsAction = 'confirm' | 'stop';
