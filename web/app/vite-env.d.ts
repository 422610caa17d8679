declare module "*?texts=all" {
  import type { CompiledMessage } from "icu-minify/format";
  export const texts: Record<string, CompiledMessage>;
}
declare module "*?texts=shop" {
  import type { CompiledMessage } from "icu-minify/format";
  export const texts: Record<string, CompiledMessage>;
}
declare module "*?texts=account" {
  import type { CompiledMessage } from "icu-minify/format";
  export const texts: Record<string, CompiledMessage>;
}
declare module "*?texts=overlay" {
  import type { CompiledMessage } from "icu-minify/format";
  export const texts: Record<string, CompiledMessage>;
}
declare module "*?texts=idle" {
  import type { CompiledMessage } from "icu-minify/format";
  export const texts: Record<string, CompiledMessage>;
}

declare module "virtual:text-chunks" {
  /** Locale -> URL of the file with its messages; empty in development. */
  export const textChunks: Record<string, string>;
  /** The same for the messages of the account pages. */
  export const accountTextChunks: Record<string, string>;
}
