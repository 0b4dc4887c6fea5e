/**
 * Keeps the scripts and styles of former builds in the data folder: a page that was opened before an upgrade, or was left open over
 * it, still loads its parts (docs/decisions/0057-file-or-read-whom-to-call.md).
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** How many builds stay, with the current one: an upgrade, and one that soon corrects it. */
const KEPT_BUILDS = 3;
const ASSETS = 'assets';
const INCOMPLETE = 'incomplete-';
const isIncomplete = (name: string) => name.startsWith(INCOMPLETE);

/**
 * Stores the files of this build, and removes those of builds that are too old.
 * @param webFolder the folder of the built web app
 * @param keptFolder where the builds are kept
 * @param now when the build starts, by which the latest ones stay
 * @returns the folders of the former builds, the latest first
 */
export async function keepBuild(
  webFolder: string,
  keptFolder: string,
  now = new Date(),
): Promise<string[]> {
  const files = await readdir(join(webFolder, ASSETS));
  const name = nameOf(files);
  const kept = join(keptFolder, name);
  const names = await readNames(keptFolder);
  for (const left of names.filter(isIncomplete))
    await rm(join(keptFolder, left), { recursive: true, force: true });
  if (!names.includes(name)) {
    // Under another name until it is complete.
    const incomplete = join(keptFolder, `${INCOMPLETE}${process.pid}`);
    await mkdir(join(incomplete, ASSETS), { recursive: true });
    for (const file of files) {
      // Not copied with the mode of the original: others may not read the data folder.
      const content = await readFile(join(webFolder, ASSETS, file));
      await writeFile(join(incomplete, ASSETS, file), content);
    }
    await rename(incomplete, kept);
  }
  await utimes(kept, now, now);

  const newestFirst = (await readBuilds(keptFolder)).toSorted((one, other) => other.at - one.at);
  for (const { folder } of newestFirst.slice(KEPT_BUILDS))
    await rm(folder, { recursive: true, force: true });
  return newestFirst
    .slice(0, KEPT_BUILDS)
    .map(({ folder }) => folder)
    .filter((folder) => folder !== kept);
}

/** The names of its files contain the hashes of their contents. */
const nameOf = (files: readonly string[]) =>
  createHash('sha256').update(files.toSorted().join('\n')).digest('hex').slice(0, 16);

async function readNames(keptFolder: string): Promise<string[]> {
  await mkdir(keptFolder, { recursive: true });
  return readdir(keptFolder);
}

/** The complete builds, with the time of their last start. */
async function readBuilds(keptFolder: string): Promise<{ folder: string; at: number }[]> {
  const names = (await readNames(keptFolder)).filter((name) => !isIncomplete(name));
  return Promise.all(
    names.map(async (name) => {
      const folder = join(keptFolder, name);
      return { folder, at: (await stat(folder)).mtimeMs };
    }),
  );
}
