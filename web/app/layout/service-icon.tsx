import { useEffect, useRef, useState } from "react";

/** An icon from the icon service; the name as text if the service does not have it. */
export function ServiceIcon({ service, name }: { service: string; name: string }) {
  const ref = useRef<HTMLImageElement>(null);
  const url = getIconUrl(service, name);
  const [hasFailed, setHasFailed] = useState(url === null);
  useEffect(() => {
    // It may have failed before hydration.
    if (ref.current?.complete && ref.current.naturalWidth === 0) setHasFailed(true);
  }, []);
  if (hasFailed || url === null) return <span className="px-3 text-xs">{name}</span>;
  return (
    <img ref={ref} src={url} alt="" width={20} height={20} onError={() => setHasFailed(true)} className="invert" />
  );
}

/** The URL of an icon, for example `vk-video.svg` for `VK Video`; null for a name that yields no file name. */
export function getIconUrl(service: string, name: string): string | null {
  const file = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  return file === "" ? null : `${service}/${file}.svg`;
}
