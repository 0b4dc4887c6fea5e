import { useState } from 'react';
import type { FollowUp } from '../../../../contract/entities/contact';
import type { Contact } from '../../../../contract/entities/contactState';
import type { OfContact } from '../contactFacts';
import { isSameDay } from './days';

/** What was saved here, until the referral comes with it. */
interface Overlay {
  readonly base: Contact | undefined;
  readonly contact: Contact;
  readonly chosen: FollowUp | null;
}

/** The attempts and the day of an open referral, with what was saved while it is open. */
export interface ContactHere {
  readonly contact: Contact | undefined;
  /** The day that the person chose while it is open, unless another one came since: a closing status keeps it. */
  readonly chosen: FollowUp | null;
  readonly show: (contact: Contact, chosen?: FollowUp | null) => void;
}

export function useContactHere(loaded: OfContact): ContactHere {
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  const contact = overlay?.base === loaded.contact ? overlay?.contact : loaded.contact;
  return {
    contact,
    chosen:
      overlay?.chosen && isSameDay(overlay.chosen, contact?.follow_up) ? overlay.chosen : null,
    show: (next, chosen = null) => setOverlay({ base: loaded.contact, contact: next, chosen }),
  };
}
