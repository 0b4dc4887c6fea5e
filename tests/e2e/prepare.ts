/** Data made through the API, as a super user would, for tests that are about something else. */
import { PASSWORD, SUPERUSER } from '../support/world';
import { SITE } from './fixtures';

/** @param url where the server is */
export async function superuserApi(url: string) {
  const { access_token } = (await send(`${url}/api/auth/login`, {
    body: new URLSearchParams({ username: SUPERUSER.email, password: SUPERUSER.password }),
  })) as { access_token: string };
  const post = (path: string, body: object) =>
    send(`${url}/api${path}`, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${access_token}` },
    });
  const siteId = async (name: string) => {
    const sites = (await (await fetch(`${url}/api/sites/all`)).json()) as {
      _id: string;
      name: string;
    }[];
    return sites.find((site) => site.name === name)?._id ?? '';
  };

  return {
    /** Robin with that last name, filed by the super user at the common site. */
    async fileReferral(last_name: string, changes: object = {}) {
      await post('/referral/add', {
        substance: ['Opioid-related'],
        site: { value: await siteId(SITE), label: SITE },
        first_name: 'Robin',
        last_name,
        contact_number: '(555) 010-2030',
        sex: 'Female',
        dob: '2007-01-31',
        notes: '',
        ...changes,
      });
    },
    /** A manager of the common site, with the common password. */
    async addManager(fullname: string, username: string) {
      const schools = [{ id: await siteId(SITE), name: SITE }];
      await post('/auth/register', {
        fullname,
        username,
        password: PASSWORD,
        role: 'MANAGER',
        schools,
      });
    },
    addSite: (name: string) => post('/sites/add', { name }),
  };
}

async function send(url: string, init: RequestInit): Promise<unknown> {
  const answer = await fetch(url, { method: 'POST', ...init });
  if (!answer.ok) throw new Error(`${new URL(url).pathname} answered ${answer.status}`);
  return answer.json();
}
