/** The English texts of our landing page, which each peer shows, too. */
import { SUBSTANCES } from '../../../contract/constants';

export const words = {
  brand: 'Referral Desk',
  skip: 'Skip to the main content',
  otherLanguage: 'Español',
  menu: 'Menu',
  logIn: 'Log in',
  register: 'Register',
  title: 'Refer someone to substance use support',
  lead: 'For schools, probation officers, families and friends. It takes a few minutes, and you do not need an account.',
  getStarted: 'Get started',
  emergency: 'This form is not for emergencies. If someone is in danger, call 911.',
  stepsTitle: 'How it works',
  steps: [
    'Choose what the person needs support with, and the site.',
    'Tell us who the person is and how to reach them.',
    'Our staff reviews the referral.',
  ],
  progress: 'Step 1 of 2',
  startTitle: 'Start Filling Out Referral',
  substance: 'Substance',
  site: 'Site',
  chooseOne: 'Choose one',
  next: 'Next',
  missing: 'Please choose a substance and a site.',
  chosen: 'Complete Referral',
  copyright: '© 2024 Referral Desk',
} as const;

export const substances: readonly string[] = SUBSTANCES.map(({ name }) => name);

export const sites: readonly string[] = [
  'Alder Creek High School', 'Birchwood Middle School', 'Canyon View High School',
  'Delta Continuation School', 'Eastside Community Day School', 'Foothill High School',
  'Granite Bay Charter', 'Harbor Middle School', 'Juniper Valley High School', 'Lakeside Academy',
  'Location Not Listed', 'Mesa Verde High School', 'North Fork Middle School', 'Probation Referral',
]; // prettier-ignore
