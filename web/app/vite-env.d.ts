declare module "*.json?texts" {
  import type { CompiledMessage } from "icu-minify/format";
  const catalogue: Record<string, CompiledMessage>;
  export default catalogue;
}

declare module "virtual:text-chunks" {
  /** Locale -> address of the file with its texts; empty while developing. */
  const chunks: Record<string, string>;
  export default chunks;
}
