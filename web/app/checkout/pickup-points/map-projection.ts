/** A place on earth, in degrees. */
export type Location = { lat: number; lon: number };

/** A place on the plan, as shares of its width and height. */
export type PlanPosition = { x: number; y: number };

/** A plan of an area: where places lie on it, and how many meters its width covers. */
export type Plan = { getPosition: (location: Location) => PlanPosition; widthM: number };

const EARTH_RADIUS_M = 6_371_000;
/** Share of the plan that stays free on every side, for the pins. */
const MARGIN = 0.1;
/** Smallest width of the area, in meters, so that two neighbors do not lie at opposite edges. */
const MIN_WIDTH_M = 400;

/** Returns the distance of two places in meters, along a great circle. */
export function getDistance(one: Location, other: Location): number {
  const [lat1, lat2] = [toRadians(one.lat), toRadians(other.lat)];
  const a =
    Math.sin((lat2 - lat1) / 2) ** 2 +
    Math.cos(lat1) * Math.cos(lat2) * Math.sin(toRadians(other.lon - one.lon) / 2) ** 2;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(a)));
}

/**
 * Plans an area that contains all places: north is up, distances are equal in both directions. The projection is
 * equirectangular, which is exact enough for a city.
 * @param aspectRatio width of the plan divided by its height
 */
export function createPlan(locations: readonly Location[], aspectRatio: number): Plan {
  const lats = locations.map(({ lat }) => lat);
  const lons = locations.map(({ lon }) => lon);
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  const [west, east] = [Math.min(...lons), Math.max(...lons)];
  const center = { lat: (south + north) / 2, lon: (west + east) / 2 };
  const metersPerLat = EARTH_RADIUS_M * toRadians(1);
  const metersPerLon = metersPerLat * Math.cos(toRadians(center.lat));
  const inner = 1 - 2 * MARGIN;
  const widthM = Math.max(
    MIN_WIDTH_M,
    ((east - west) * metersPerLon) / inner,
    ((north - south) * metersPerLat * aspectRatio) / inner,
  );
  return {
    getPosition: ({ lat, lon }) => ({
      x: 0.5 + ((lon - center.lon) * metersPerLon) / widthM,
      y: 0.5 - ((lat - center.lat) * metersPerLat * aspectRatio) / widthM,
    }),
    widthM,
  };
}

/** Returns the longest round distance in meters (1, 2 or 5 with zeros) that is at most a third of the plan's width. */
export function getScaleBarLength(widthM: number): number {
  const longest = widthM / 3;
  const power = 10 ** Math.floor(Math.log10(longest));
  return ([5, 2, 1].find((factor) => factor * power <= longest) ?? 1) * power;
}

function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
