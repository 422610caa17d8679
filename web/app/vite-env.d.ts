declare module "*?texts=all" {
  import type { CompiledMessage } from "icu-minify/format";
  export const texts: Record<string, CompiledMessage>;
}
declare module "*?texts=shop" {
  import type { CompiledMessage } from "icu-minify/format";
  export const texts: Record<string, CompiledMessage>;
}
declare module "*?texts=own" {
  import type { CompiledMessage } from "icu-minify/format";
  export const texts: Record<string, CompiledMessage>;
}
declare module "*?texts=aside" {
  import type { CompiledMessage } from "icu-minify/format";
  export const texts: Record<string, CompiledMessage>;
}
declare module "*?texts=quiet" {
  import type { CompiledMessage } from "icu-minify/format";
  export const texts: Record<string, CompiledMessage>;
}

declare module "virtual:text-chunks" {
  /** Locale -> address of the file with its texts; empty while developing. */
  export const textChunks: Record<string, string>;
  /** The same for the texts of the shopper's own pages. */
  export const ownTextChunks: Record<string, string>;
}

declare module "virtual:page-scripts" {
  /** The function of lib/early-presses.ts. */
  export const keepEarlyPresses: string;
  /** The function of lib/late-start.ts. */
  export const startLate: string;
}
