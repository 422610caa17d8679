/** The path of the back office on the host of ADMIN_URL. */
export const ADMIN_PATH = "/admin";

/** The URLs of the configuration: of the store, and of the back office if there is one. */
type SiteUrls = { publicUrl: string; adminUrl: string | undefined };

/** Returns the URL of the back office; with ADMIN=0 the one that it would have. */
export function getAdminUrl({ adminUrl, publicUrl }: SiteUrls): string {
  return adminUrl ?? publicUrl + ADMIN_PATH;
}
