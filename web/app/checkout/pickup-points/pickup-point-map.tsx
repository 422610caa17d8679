import "maplibre-gl/dist/maplibre-gl.css";
import type { PickupPoint } from "@furoshiki/api/delivery";
import { LngLatBounds, Map as MapLibreMap, Marker, NavigationControl, setWorkerUrl } from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { type AccountI18n, useAccountI18n } from "../../i18n/account-i18n.ts";
import type { Location } from "./map-projection.ts";
import { PIN_SIZE, PIN_TIP, type PickupPointPins, PinLabel } from "./pickup-point-pin.tsx";

setWorkerUrl(workerUrl);

/** Distance of the pins from the edges, in pixels. */
const PADDING = { top: 56, right: 32, bottom: 32, left: 32 };
/** Closer than this, a single point would fill the map. */
const MAX_ZOOM = 15;

type PickupPointMapProps = PickupPointPins & {
  /** URL of a style for MapLibre. */
  styleUrl: string;
  /** Called if the browser cannot draw maps, or if the style cannot be loaded. */
  onFailed: () => void;
};

/** A map of pickup points. The list beside it offers the same choice to keyboards and screen readers. */
export function PickupPointMap({ styleUrl, onFailed, ...pins }: PickupPointMapProps) {
  const { chosenCode, shopper, getInputId } = pins;
  const points = useUnchangedPoints(pins.points);
  const container = useRef<HTMLDivElement>(null);
  const map = useMap(container, styleUrl, { points, shopper }, onFailed);
  const places = useMemo(() => points.map((point) => ({ key: point.code, point, location: point.location })), [points]);
  const pinElements = useMarkers(map, places);
  const shopperPlaces = useMemo(() => (shopper ? [{ key: "shopper", location: shopper }] : []), [shopper]);
  const shopperElements = useMarkers(map, shopperPlaces);
  return (
    <div ref={container} className="h-80 w-full overflow-hidden rounded-md bg-mist">
      {pinElements.map(({ place, element }) =>
        createPortal(
          <PinLabel point={place.point} isChosen={place.key === chosenCode} inputId={getInputId(place.key)} />,
          element,
          place.key,
        ),
      )}
      {shopperElements.map(({ place, element }) => createPortal(<ShopperDot />, element, place.key))}
    </div>
  );
}

/** Returns the same array while it has the same points, so that the map stays where the shopper has moved it. */
function useUnchangedPoints(points: readonly PickupPoint[]): readonly PickupPoint[] {
  const [previous, setPrevious] = useState(points);
  const isUnchanged =
    points.length === previous.length &&
    points.every(({ code, refusal }, index) => code === previous[index]?.code && refusal === previous[index].refusal);
  if (!isUnchanged) setPrevious(points);
  return isUnchanged ? previous : points;
}

/** Creates the map in its container, and moves it so that it shows all points. Null until the map exists. */
function useMap(
  container: React.RefObject<HTMLDivElement | null>,
  styleUrl: string,
  { points, shopper }: Pick<PickupPointPins, "points" | "shopper">,
  onFailed: () => void,
): MapLibreMap | null {
  const i18n = useAccountI18n();
  const [map, setMap] = useState<MapLibreMap | null>(null);
  const fail = useEffectEvent(onFailed);
  const getInitialBounds = useEffectEvent(() => getBounds(points, shopper));
  const locale = useMemo(() => createMapTexts(i18n), [i18n]);
  useEffect(() => {
    if (!container.current) return;
    let created: MapLibreMap;
    try {
      created = new MapLibreMap({
        ...{ container: container.current, style: styleUrl, locale },
        ...{ bounds: getInitialBounds(), fitBoundsOptions: { padding: PADDING, maxZoom: MAX_ZOOM } },
        ...{ attributionControl: { compact: true }, cooperativeGestures: true, dragRotate: false },
      });
    } catch {
      // The browser has no WebGL.
      fail();
      return;
    }
    created.touchZoomRotate.disableRotation();
    created.addControl(new NavigationControl({ showCompass: false }), "top-right");
    let isLoaded = false;
    created.once("load", () => {
      isLoaded = true;
    });
    created.on("error", () => {
      if (!isLoaded) fail();
    });
    // The button that opened the map is gone.
    created.getCanvas().focus({ preventScroll: true });
    setMap(created);
    return () => {
      setMap(null);
      created.remove();
    };
  }, [container, styleUrl, locale]);
  useEffect(() => {
    map?.fitBounds(getBounds(points, shopper), { padding: PADDING, maxZoom: MAX_ZOOM });
  }, [map, points, shopper]);
  return map;
}

/** Returns the bounds of all points and of the shopper. */
function getBounds(points: readonly PickupPoint[], shopper: Location | null): LngLatBounds {
  const bounds = new LngLatBounds();
  for (const { lat, lon } of [...points.map(({ location }) => location), ...(shopper ? [shopper] : [])])
    bounds.extend([lon, lat]);
  return bounds;
}

type Place = { key: string; location: Location };

/** Adds a marker for each place. @returns the elements of the markers, into which their content is rendered */
function useMarkers<P extends Place>(map: MapLibreMap | null, places: readonly P[]) {
  const [elements, setElements] = useState<{ place: P; element: HTMLElement }[]>([]);
  useEffect(() => {
    if (!map) return;
    const added = places.map((place) => {
      const element = document.createElement("div");
      element.ariaHidden = "true";
      const marker = new Marker({ element, anchor: "bottom", offset: [0, PIN_SIZE - PIN_TIP] });
      marker.setLngLat([place.location.lon, place.location.lat]).addTo(map);
      return { place, element, marker };
    });
    setElements(added);
    return () => {
      setElements([]);
      for (const { marker } of added) marker.remove();
    };
  }, [map, places]);
  return elements;
}

function ShopperDot() {
  return (
    <svg viewBox="0 0 26 26" width={26} height={26} className="block">
      <circle cx={13} cy={13} r={13} className="fill-tokiwa-300 opacity-50" />
      <circle cx={13} cy={13} r={6} strokeWidth={2} className="fill-tokiwa-700 stroke-surface" />
    </svg>
  );
}

/** Returns the texts of the map, by MapLibre's keys. */
function createMapTexts({ t }: AccountI18n): Record<string, string> {
  return {
    "Map.Title": t("checkout.map_title"),
    "NavigationControl.ZoomIn": t("checkout.map_zoom_in"),
    "NavigationControl.ZoomOut": t("checkout.map_zoom_out"),
    "AttributionControl.ToggleAttribution": t("checkout.map_attribution"),
    "CooperativeGesturesHandler.WindowsHelpText": t("checkout.map_scroll", { key: "Ctrl" }),
    "CooperativeGesturesHandler.MacHelpText": t("checkout.map_scroll", { key: "⌘" }),
    "CooperativeGesturesHandler.MobileHelpText": t("checkout.map_touch"),
  };
}
