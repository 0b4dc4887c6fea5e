/**
 * A database records its applied migrations by the hashes of these files. A database that applied another text of a migration
 * can never be migrated again. So a committed migration is never edited; corrections go into a new one.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readMigrations, requireKnownMigrations } from './migrate';

/** Every committed migration and its SHA-256. A new migration adds a line; existing lines never change. */
const COMMITTED: Record<string, string> = {
  '0000_extensions': 'e8159d757a0e2339c6e40a5a19ff5dda475d5ff2837a4f99b00c803af0367c0b',
  '0001_tables': 'cb18a2105d656e45403575a86fbae286b910263cb177e846f1a296ae2a135d4b',
  '0002_mail': '83fd20e82c4f5927e4db333543a49fe4f534d391aae8365d62ac1f303cadb3b0',
  '0003_account_search': '33073fb4f6128fbde3027c3addf8926e48f174306570f0e5ce0acd026cc0f074',
  '0004_trust': '0404d20995e4f480a13baeddb1a84e0145dc804999b42048533257a99197a4dc',
  '0005_audit_chain': '05fec451a890d8526c6c9c5d3dd6cd203602138aa6bff3796f58bd43ebd2877e',
  '0006_limits': '4fbcce6a000e717b0814cd5c38eba8122d210d00e69a25eca25c3d18bf511d3d',
  '0007_idempotency': '7ed2d49b3f3a3419e7e19287204c06f70c95d7df84a72c0ef9db40a58f5ea0ab',
  '0008_scale': '6077b9c1f5ee8c2e8155d27d3960bdd9296a660cae5d259be06a9e7c640c28b5',
  '0009_mailbox_proof': 'b5262089f6b26530d44a9c6d3c8b3c767e420ddef9aacedc649700dd3d6b4cef',
  '0010_parts_of_tracking_ids': '3534782783486ed46cfa48eac75acda2f044979784cf98e46f8ef9885f885426',
  '0011_names_in_order': '9775314220542d0e734f726287e45df9c90645706f4f7e425a71df92b5a73aac',
  '0012_worklist': '5aeefde871d37e1933e4a0589ecf278d6a7833a56263c3c0a501aad65b284840',
  '0013_duplicates': '24f2489eb6281c342f79f679c08343b5880c343203ad76120e0a71c6e2f32b70',
  '0014_setup': 'e6c38816f6733f220ef30e1a5f3ed4a05986351aafd1e0f5669562f0b000ee27',
  '0015_add_referral': '14ed652e5cde4ac1844dd1666a70a0bdaea8177ea602d4f032b817ef72e6a818',
  '0016_acting_account': '627ca464232f8d234bf476edc240a4caa86ab31297eede5d913c3a025538d99f',
  '0017_network_chains': '325daf56d2db7d7e4cc9bed16f4d96d634a5e2c6feb0cb596a1deb5ee8e83991',
  '0018_name_words_in_sight': 'e7f4a5595989838f304b4d1cad10a53a263f8160c1f0ee4f20583778c2d5b390',
  '0019_glossary': '31fe176f6944c10741997e70e146a360f6351888b92eeead593015bbe85acb5d',
  '0020_typed_names': 'd28b87b5f912a578079133042540d19bf51b17066fb66c7936c99cd61fb5cf6c',
  '0021_deleted_sites': 'a03fa107a8c67baf87b83e5fd06e16ad8adb5532cf71b15119ab940e121eff4c',
  '0022_note_counts': 'bf1e1c614cee0bc4ef4da21ffde7ad4fef991af210d503f24a911c1e202828b5',
  '0023_audit_filters': '7a53a17772aa25637b57d62905519ec083be00db5f704d36d664bdadde1afadd',
  '0024_contact_attempts': 'c2d149185a58375827bd7f61143e621ceffcce33c73c75c0d221785ea570431f',
  '0025_reach': 'f2242119347e87a39c0ae3748cc433ddc52a1b13ef66c0dfc3c40d906c9ed988',
  '0026_endings': 'fa2500c51162a6b60c9241a729d6703f570ed00d812f06581831c440446aad2b',
  '0027_people': '0ec0c196366ffcbaf788741605f11f4af857071831760450bf867b7615664257',
  '0028_morning_mail': '0040a01127b878973affb2fb09d16e9084c657c40120384602f7a97d9f15cfee',
  '0029_filed': '35fe2bd11ce37211422bdaf28abbdaf064a2f1ce81f113f4b2cb2a9354f182c7',
  '0030_consents': '377aff594dfa21615e4decc1f6ac8b729db39cf4fae14281a34e3fa52e5b4b3a',
  '0031_signing_on_screen': 'c67a64c496ecdd80448ab1db93f9afa520b72e85c0163c0c46398eab5c1b75a3',
  '0032_login_holders': '51d25de0814567206779f4150f2864205bbf8220eb044301f0960734e7c3bfac',
  '0033_receipts': 'e08ec4b735d2e6564ff06d8ff2e29f5e2ef2c0f0b84298906b9cc93c4e20a49d',
  '0034_notices': '271e27b0a9007c19c506a060a9fc8b231cee52461cf18575c980c49178a862e3',
  '0035_ledger_addresses': '78ec54630a9baf8c22cf5ae68632017c54774c4fe08424cd6edc829747cb50f3',
  '0036_asked_where_filed': '3438031d053a54e02b9b48e681999e7ada17cda6a39d988cb4d034f0055ac5dd',
  '0037_receipt_birth_years': 'f8d664d819f9d207feb87c475f54bb6d3bdeab242ffd51af8682b433b48ef213',
};

const folder = join(import.meta.dirname, 'migrations');
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .map((file) => file.replace('.sql', ''));

/** Describes what is wrong with the existing migrations. */
function findFaults(hashes: Record<string, string>): string[] {
  const edited = Object.keys(COMMITTED).filter((name) => hashes[name] !== COMMITTED[name]);
  const added = Object.keys(hashes).filter((name) => !(name in COMMITTED));
  return [
    ...edited.map(
      (name) => `${name} was edited after it was committed: undo that, and write a new migration`,
    ),
    ...added.map((name) => `${name} is new: add '${name}': '${hashes[name]}' to this list`),
  ];
}

describe('the committed migrations', () => {
  const hashes = Object.fromEntries(
    names.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, `${name}.sql`)))
        .digest('hex'),
    ]),
  );

  it('match their committed hashes', () => {
    expect(findFaults(hashes)).toEqual([]);
  });

  it('are all read, each with its committed hash', () => {
    expect(readMigrations().map(({ hash }) => hash)).toEqual(Object.values(COMMITTED));
  });

  it('are reported when one is edited, missing or new', () => {
    const { '0001_tables': _missing, ...rest } = hashes;
    expect(findFaults({ ...rest, '0002_mail': 'x', '9999_new': 'y' })).toEqual([
      expect.stringMatching(/^0001_tables was edited/),
      expect.stringMatching(/^0002_mail was edited/),
      "9999_new is new: add '9999_new': 'y' to this list",
    ]);
  });
});

describe('requireKnownMigrations', () => {
  const files = readMigrations();
  const all = files.map(({ hash }) => hash);

  it('accepts a database with some or all of the migrations', () => {
    for (const count of [0, 3, all.length]) {
      expect(() => requireKnownMigrations(all.slice(0, count), files)).not.toThrow();
    }
  });

  it('reports a newer version for all of the migrations and two unknown ones', () => {
    expect(() => requireKnownMigrations([...all, 'a', 'b'], files)).toThrow(
      'A newer version of Referral Desk has changed this database (2 unknown migrations)',
    );
  });

  it('reports a development version for another text of one migration', () => {
    expect(() => requireKnownMigrations([...all.slice(0, -1), 'edited'], files)).toThrow(
      'A development version of Referral Desk made this database',
    );
  });
});
