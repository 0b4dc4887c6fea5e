/**
 * The settings file of the service. Commands run by hand read it, too: without it they would open the database of the default
 * settings.
 */
import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { parseEnvironmentFile } from './environmentFile';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The variable that names a settings file outside its usual place. */
export const SETTINGS_FILE_VARIABLE = 'SETTINGS_FILE';
/** The path that docs/deploy.md uses. */
const USUAL_FILE = '/etc/referral-desk.env';

const isGiven = (value: string | undefined) => value !== undefined && value.trim() !== '';

/**
 * Adds the settings of SETTINGS_FILE to an environment; the environment wins. DATA_DIR and DATABASE_URL are one choice: if the
 * environment sets either of them, even to empty, both are ignored in the file.
 * @throws Error with an explanation for the operator when the file cannot be read, or has a line that cannot
 */
export function addSettingsFile(environment: Environment): Environment {
  const path = environment[SETTINGS_FILE_VARIABLE];
  if (path === undefined || !isGiven(path)) return environment;
  const { DATA_DIR, DATABASE_URL, ...others } = readSettingsFile(path);
  const database = choosesDatabase(environment) ? {} : { DATA_DIR, DATABASE_URL };
  return { ...others, ...database, ...environment };
}

/**
 * Returns the environment of a command run by hand. If it does not choose a database, the settings of the service do, or the
 * defaults if there is no service.
 * @throws Error with an explanation for the operator when the service's settings cannot be read or do not choose one either
 */
export function commandEnvironment(environment: Environment, usualFile = USUAL_FILE): Environment {
  if (choosesDatabase(environment)) return addSettingsFile(environment);
  const path = environment[SETTINGS_FILE_VARIABLE] ?? (existsSync(usualFile) ? usualFile : '');
  if (!isGiven(path)) return environment;
  const all = addSettingsFile({ ...environment, [SETTINGS_FILE_VARIABLE]: path });
  const { DATA_DIR = '', DATABASE_URL } = all;
  if (!isGiven(DATABASE_URL) && !isAbsolute(DATA_DIR)) {
    throw new Error(
      `${path} does not say which database is the service's. Add DATA_DIR to it, with the whole path of the service's data folder, or DATABASE_URL.`,
    );
  }
  return all;
}

const choosesDatabase = ({ DATA_DIR, DATABASE_URL }: Environment) =>
  DATA_DIR !== undefined || DATABASE_URL !== undefined;

function readSettingsFile(path: string): Record<string, string> {
  const content = readContent(path);
  try {
    return parseEnvironmentFile(
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content),
    );
  } catch (error) {
    const reason = error instanceof TypeError ? 'It is not UTF-8.' : (error as Error).message;
    throw new Error(`The settings file ${path} cannot be used. ${reason}`, { cause: error });
  }
}

function readContent(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES' || code === 'EPERM') {
      throw new Error(
        `The settings of the service are in ${path}, which this user may not read. Run this as the service's user, and let its group read the file: chgrp referral-desk ${path} && chmod 0640 ${path}`,
        { cause: error },
      );
    }
    throw new Error(
      `The settings file ${path} cannot be read (${code ?? 'unknown'}). Correct SETTINGS_FILE.`,
      { cause: error },
    );
  }
}
