/** The tested major versions of PostgreSQL; newer ones are accepted, older ones are rejected. */
export const testedVersions = [15, 16, 17, 18] as const;

export const MIN_VERSION = testedVersions[0];
