/** Whether nothing is fetched in advance because of Save-Data or a slow connection. */
export function shouldSaveData(browser: object): boolean {
  const { connection } = browser as { connection?: { saveData?: boolean; effectiveType?: string } };
  return Boolean(connection?.saveData) || (connection?.effectiveType?.endsWith("2g") ?? false);
}
