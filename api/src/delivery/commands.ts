import { argument, columns, type Command, CommandError } from "../platform/commands.ts";
import { dataFileCommands } from "../platform/data-file-commands.ts";
import { countryFile } from "./country-file.ts";
import { cdekOf } from "./pickup-points.ts";
import { refreshPoints } from "./refresh-points.ts";
import { methodFile, refusalFile, routeFile } from "./shipping-file.ts";

const MOST_GRAMS = 30_000;

export const commands: readonly Command[] = [
  ...[countryFile, methodFile, routeFile, refusalFile].flatMap(dataFileCommands),
  {
    name: "points refresh",
    summary: "brings the pick-up points up to date now, which otherwise happens every night",
    options: { country: { type: "string", value: "CODE", summary: "of one country only, such as RU" } },
    run: async ({ house, options }) => {
      const only = typeof options["country"] === "string" ? options["country"].toUpperCase() : undefined;
      const done = await refreshPoints(house, only);
      if (done.length === 0) throw new CommandError(`No method with pick-up points goes to ${only ?? "any country"}.`);
      const rows = done.map((one) =>
        "error" in one ? [one.country, "", "", one.error] : [one.country, one.points, one.closed, ""],
      );
      return {
        data: { source: house.config.cdek ? "cdek" : "kept", countries: done },
        lines: [
          ...(house.config.cdek ? [] : ["No CDEK credentials are set: the points that are there stay.", ""]),
          ...columns(["Country", "Points", "Closed", "Failed"], rows),
        ],
        amiss: done.some((one) => "error" in one),
      };
    },
  },
  {
    name: "cdek tariffs",
    summary: "what CDEK itself asks for a parcel, to set the shop's price by",
    arguments: [
      { name: "FROM", summary: "the code of CDEK's city that it leaves from, such as 44" },
      { name: "COUNTRY", summary: "where it goes, such as RU" },
      { name: "CITY", summary: "the city's name, such as Казань" },
      { name: "GRAMS", summary: "what it weighs" },
    ],
    run: async (context) => {
      const client = cdekOf(context.house);
      if (!client) throw new CommandError("Set CDEK_CLIENT_ID and CDEK_CLIENT_SECRET first.");
      const whole = (name: string, most: number) => {
        const value = Number(argument(context, name));
        if (!Number.isInteger(value) || value < 1 || value > most)
          throw new CommandError(`${name} takes a whole number from 1 to ${most}.`);
        return value;
      };
      const [from, weightG] = [whole("FROM", 10_000_000), whole("GRAMS", MOST_GRAMS)];
      const country = argument(context, "COUNTRY").toUpperCase();
      const [city] = await client.cities(country, argument(context, "CITY"));
      if (!city) throw new CommandError(`CDEK knows no ${argument(context, "CITY")} in ${country}.`);
      const tariffs = await client.tariffs({ fromCity: from, toCity: city.code, weightG });
      return {
        data: { city, tariffs },
        lines: columns(
          ["Tariff", "Name", "Sum", "Days"],
          tariffs.map((one) => [
            one.tariff_code,
            one.tariff_name,
            one.delivery_sum,
            `${one.period_min}–${one.period_max}`,
          ]),
        ),
      };
    },
  },
];
