// oxlint-disable import/no-default-export -- modules that the build makes
declare module "*?texts=all" {
  import type { CompiledMessage } from "icu-minify/format";
  const texts: Record<string, CompiledMessage>;
  export default texts;
}
declare module "*?texts=shop" {
  import type { CompiledMessage } from "icu-minify/format";
  const texts: Record<string, CompiledMessage>;
  export default texts;
}
declare module "*?texts=own" {
  import type { CompiledMessage } from "icu-minify/format";
  const texts: Record<string, CompiledMessage>;
  export default texts;
}

declare module "virtual:text-chunks" {
  /** Locale -> address of the file with its texts; empty while developing. */
  const chunks: Record<string, string>;
  export default chunks;
}
