import { useRootData } from "../../store-config/root-data.ts";

/** Whether browsers allow passkeys at an address: with https or on localhost, and not at an IP address. */
export function allowsPasskeys(publicUrl: string): boolean {
  const { hostname, protocol } = new URL(publicUrl);
  const isIpAddress = hostname.startsWith("[") || /^[\d.]+$/.test(hostname);
  return !isIpAddress && (protocol === "https:" || hostname === "localhost" || hostname.endsWith(".localhost"));
}

/** Whether the store offers passkeys. The same on the server and in the browser, so that no button disappears. */
export function usePasskeysOffered(): boolean {
  const publicUrl = useRootData()?.publicUrl;
  return publicUrl !== undefined && allowsPasskeys(publicUrl);
}
