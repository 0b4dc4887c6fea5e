/**
 * Retains the scripts and styles of former builds in the data folder, so that a page that was opened before an upgrade can
 * still load its chunks (docs/decisions/0057-file-or-read-whom-to-call.md).
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Maximum number of builds, including the current one: two upgrades in quick succession leave open pages working. */
const MAX_BUILDS = 3;
const ASSETS = 'assets';
const INCOMPLETE = 'incomplete-';
const isIncomplete = (name: string) => name.startsWith(INCOMPLETE);

/**
 * Stores the files of this build, and removes those of builds that are too old.
 * @param webFolder the folder of the built web app
 * @param buildsFolder the folder of the stored builds
 * @param now the time of this start; the builds that started last are retained
 * @returns the folders of the former builds, the latest first
 */
export async function storeBuild(
  webFolder: string,
  buildsFolder: string,
  now = new Date(),
): Promise<string[]> {
  const files = await readdir(join(webFolder, ASSETS));
  const name = hashOf(files);
  const stored = join(buildsFolder, name);
  const names = await readNames(buildsFolder);
  for (const left of names.filter(isIncomplete))
    await rm(join(buildsFolder, left), { recursive: true, force: true });
  if (!names.includes(name)) {
    // Under another name until it is complete.
    const incomplete = join(buildsFolder, `${INCOMPLETE}${process.pid}`);
    await mkdir(join(incomplete, ASSETS), { recursive: true });
    for (const file of files) {
      // Not copied with the mode of the original: others may not read the data folder.
      const content = await readFile(join(webFolder, ASSETS, file));
      await writeFile(join(incomplete, ASSETS, file), content);
    }
    await rename(incomplete, stored);
  }
  await utimes(stored, now, now);

  const newestFirst = (await readBuilds(buildsFolder)).toSorted((one, other) => other.at - one.at);
  for (const { folder } of newestFirst.slice(MAX_BUILDS))
    await rm(folder, { recursive: true, force: true });
  return newestFirst
    .slice(0, MAX_BUILDS)
    .map(({ folder }) => folder)
    .filter((folder) => folder !== stored);
}

/** The names of its files contain the hashes of their contents. */
const hashOf = (files: readonly string[]) =>
  createHash('sha256').update(files.toSorted().join('\n')).digest('hex').slice(0, 16);

async function readNames(buildsFolder: string): Promise<string[]> {
  await mkdir(buildsFolder, { recursive: true });
  return readdir(buildsFolder);
}

/** The complete builds, with the time of their last start. */
async function readBuilds(buildsFolder: string): Promise<{ folder: string; at: number }[]> {
  const names = (await readNames(buildsFolder)).filter((name) => !isIncomplete(name));
  return Promise.all(
    names.map(async (name) => {
      const folder = join(buildsFolder, name);
      return { folder, at: (await stat(folder)).mtimeMs };
    }),
  );
}
