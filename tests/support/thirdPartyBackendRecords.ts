/** Records of a third-party backend in its own format: document-database IDs, dates without a time zone, unknown fields. */

export interface ThirdPartyAccount {
  _id: string;
  fullname: string;
  username: string;
  password: string;
  role: string;
  schools: unknown[];
  approved: boolean;
  created_referrals_only: boolean;
}

export const THIRD_PARTY_PASSWORD = 'Old-Server-Pass-41';

export const THIRD_PARTY_SITES = [
  { _id: '64f1c0ffee0000000000a001', name: 'Old Town High', __v: 0, region: { code: 7 } },
  { _id: '64f1c0ffee0000000000a002', name: 'Probation Referral', __v: 0, region: null },
  { _id: '64f1c0ffee0000000000a003', name: 'Location Not Listed', __v: 3, region: null },
];

export const THIRD_PARTY_COUNTIES = [
  { id: 5, name: 'Yolo', fips: '06113' },
  { id: 1, name: 'Alameda', fips: '06001' },
];

const makeAccount = (index: number, fullname: string, role: string, approved = true) => ({
  _id: `64f1c0ffee0000000000b00${index}`,
  fullname,
  username: `${fullname.toLowerCase().replace(' ', '.')}@old.example`,
  password: THIRD_PARTY_PASSWORD,
  role,
  schools:
    role === 'SUPERUSER'
      ? [{ id: 'all', site: 'all' }]
      : [{ _id: THIRD_PARTY_SITES[0]?._id, name: 'Old Town High', __v: 0 }],
  approved,
  created_referrals_only: false,
});

export const makeThirdPartyAccounts = (): ThirdPartyAccount[] => [
  makeAccount(1, 'Olga Head', 'SUPERUSER'),
  makeAccount(2, 'Max Manager', 'MANAGER'),
  makeAccount(3, 'Petra Pending', 'MANAGER', false),
  { ...makeAccount(4, 'Rita Referred', 'REFERRAL'), schools: [{ id: 's', site: 'Old Town High' }] },
];

/** A referral as this backend lists it, built from the submitted fields. */
export function makeThirdPartyReferral(index: number, sent: Record<string, unknown>) {
  return {
    _id: `64f1c0ffee0000000000c${String(index).padStart(3, '0')}`,
    ...sent,
    status: 'Pending',
    tracking_id: `OLD-${1000 + index}`,
    user_info: null as { fullname: string } | null,
    // A naive date in UTC with microseconds, as Python formats it.
    entry_date: `2026-10-${String((index % 28) + 1).padStart(2, '0')}T08:30:00.123456`,
    has_account: false,
    notes: (sent.notes ?? '') as string,
    __v: 0,
    internal_flags: ['legacy'],
  };
}
export type ThirdPartyReferral = ReturnType<typeof makeThirdPartyReferral>;

export const makeSampleReferral = (index: number) =>
  makeThirdPartyReferral(index, {
    first_name: 'Otto',
    last_name: `Old-${String(index).padStart(2, '0')}`,
    contact_number: '555 010 3040',
    site: { value: THIRD_PARTY_SITES[0]?._id, label: 'Old Town High' },
    sex: 'Male',
    dob: '2004-07-14',
    substance: ['Cannabis-related'],
    notes: index === 1 ? 'An old note.' : '',
  });

/** An account as this backend lists it. */
export const formatAccount = ({ password: _password, ...account }: ThirdPartyAccount) => ({
  ...account,
  hashed_password: 'never-show-this',
  last_seen: null,
});

/** Returns the referrals that contain the texts of the query. */
export function filterReferrals(referrals: readonly ThirdPartyReferral[], query: URLSearchParams) {
  const has = (text: unknown, key: string) =>
    String(text)
      .toLowerCase()
      .includes((query.get(key) ?? '').toLowerCase());
  return referrals.filter((each) => {
    const { first_name, last_name, contact_number }: Record<string, unknown> = { ...each };
    return (
      has(`${String(first_name)} ${String(last_name)}`, 'name') &&
      has(contact_number, 'contact_number') &&
      has(each.status, 'referral_status') &&
      has(each.tracking_id, 'tracking_id')
    );
  });
}
