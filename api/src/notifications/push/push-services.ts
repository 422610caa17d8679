/** Hosts of the push services of browsers. A name that begins with a dot stands for all hosts below it. */
const pushServiceHosts = [
  // Chrome, Edge on Android, Samsung Internet, Opera, Yandex.
  "fcm.googleapis.com",
  // Firefox.
  "updates.push.services.mozilla.com",
  // Safari.
  ".push.apple.com",
  // Edge on Windows.
  ".notify.windows.com",
];

/**
 * Whether a URL belongs to a push service. The store sends requests to it, so no other host is allowed (server-side
 * request forgery), and only HTTPS on its own port.
 */
export function isPushServiceUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.protocol !== "https:" || url.port !== "" || url.username !== "" || url.password !== "") return false;
  return pushServiceHosts.some((host) => (host.startsWith(".") ? url.hostname.endsWith(host) : url.hostname === host));
}
