import { useEffect, useRef, useState } from "react";

/** A mark of the icon service; its name where the service does not give one (spec §8). */
export function ServiceIcon({ service, name }: { service: string; name: string }) {
  const ref = useRef<HTMLImageElement>(null);
  const address = iconAddress(service, name);
  const [isLost, setLost] = useState(address === null);
  useEffect(() => {
    // It may have failed before anybody listened.
    if (ref.current?.complete && ref.current.naturalWidth === 0) setLost(true);
  }, []);
  if (isLost || address === null) return <span className="px-3 text-xs">{name}</span>;
  return <img ref={ref} src={address} alt="" width={20} height={20} onError={() => setLost(true)} className="invert" />;
}

/** `VK Video` of a set: its file at the service; null for a name that no file can have. */
export function iconAddress(service: string, name: string): string | null {
  const file = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  return file === "" ? null : `${service}/${file}.svg`;
}
