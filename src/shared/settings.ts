/** What a provider shows, and where the API is: read from /settings.json at start, so that one build serves any provider. */
export interface Settings {
  readonly apiUrl: string;
  readonly brandName: string;
  readonly logoUrl: string;
  readonly learnMoreUrl: string;
  readonly aboutUrl: string;
  readonly supportPhone: string;
}

/** Fetches the settings. Answers the defaults of the build when none are served. */
export async function loadSettings(): Promise<Settings> {
  const response = await fetch('/settings.json');
  if (!response.ok) throw new Error(`settings.json: ${response.status}`);
  return (await response.json()) as Settings;
}
