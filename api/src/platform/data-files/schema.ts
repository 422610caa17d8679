/** The encodings of text files that can be read. */
export const textEncodings = ["utf-8", "utf-16le", "utf-16be", "windows-1251", "shift_jis"] as const;
export type TextEncoding = (typeof textEncodings)[number];

/** The delimiters of columns, of which one is detected. */
export const delimiters = [",", ";", "\t"] as const;
export type Delimiter = (typeof delimiters)[number];
