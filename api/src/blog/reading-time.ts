const WORDS_PER_MINUTE = 160;

/** Returns how long a post takes to read, in minutes. */
export const calculateReadingMinutes = (words: number): number => Math.max(1, Math.round(words / WORDS_PER_MINUTE));
