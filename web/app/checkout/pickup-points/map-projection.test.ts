import fc from "fast-check";
import { expect, it } from "vitest";
import { createPlan, getDistance, getScaleBarLength } from "./map-projection.ts";

const kremlin = { lat: 55.752, lon: 37.6175 };
const bolshoi = { lat: 55.7602, lon: 37.6186 };

it("measures distances in meters", () => {
  expect(getDistance(kremlin, bolshoi)).toBeCloseTo(914, -1);
  expect(getDistance(kremlin, kremlin)).toBe(0);
});

it("draws north above south and east right of west, at one scale", () => {
  const plan = createPlan([kremlin, bolshoi], 1.5);
  const [south, north] = [plan.getPosition(kremlin), plan.getPosition(bolshoi)];
  expect(north.y).toBeLessThan(south.y);
  expect(north.x).toBeGreaterThan(south.x);
  const widthOfPlan = Math.hypot(north.x - south.x, (north.y - south.y) / 1.5) * plan.widthM;
  expect(Math.abs(widthOfPlan - getDistance(kremlin, bolshoi))).toBeLessThan(5);
});

it("contains every place of a city with a margin", () => {
  const location = fc.record({
    lat: fc.double({ min: 55.5, max: 55.9, noNaN: true }),
    lon: fc.double({ min: 37.3, max: 37.9, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(location, { minLength: 1, maxLength: 30 }), fc.constantFrom(0.7, 1, 2), (locations, ratio) => {
      const plan = createPlan(locations, ratio);
      for (const { x, y } of locations.map(plan.getPosition)) {
        expect(x).toBeGreaterThan(0.09);
        expect(x).toBeLessThan(0.91);
        expect(y).toBeGreaterThan(0.09);
        expect(y).toBeLessThan(0.91);
      }
    }),
  );
});

it("labels the scale with a round distance of at most a third of the width", () => {
  expect([400, 1000, 2900, 7000, 60_000].map(getScaleBarLength)).toEqual([100, 200, 500, 2000, 20_000]);
});
