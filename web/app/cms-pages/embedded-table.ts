/** Tables in content pages that are rendered from store data. */
type EmbeddedTableName = "customs-rules" | "delivery-methods";

/**
 * Splits HTML at the placeholder paragraph of a table, for example `{customs-rules}`. Without a placeholder the table
 * comes last.
 */
export function splitAtPlaceholder(html: string, tableName: EmbeddedTableName): [before: string, after: string] {
  const placeholder = new RegExp(`<p>\\s*\\{${tableName}\\}\\s*</p>`).exec(html);
  return placeholder
    ? [html.slice(0, placeholder.index), html.slice(placeholder.index + placeholder[0].length)]
    : [html, ""];
}
