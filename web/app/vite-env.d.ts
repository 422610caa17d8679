type CompiledTexts = Record<string, import("icu-minify/format").CompiledMessage>;

declare module "*?texts=all" {
  const texts: CompiledTexts;
  export default texts;
}
declare module "*?texts=shop" {
  const texts: CompiledTexts;
  export default texts;
}
declare module "*?texts=own" {
  const texts: CompiledTexts;
  export default texts;
}

declare module "virtual:text-chunks" {
  /** Locale -> address of the file with its texts; empty while developing. */
  const chunks: Record<string, string>;
  export default chunks;
}
