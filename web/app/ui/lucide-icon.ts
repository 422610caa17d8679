import { createElement, type FunctionComponent, type SVGProps } from "react";

type IconProps = SVGProps<SVGSVGElement> & { size?: number | string };
type IconData = { node: ReadonlyArray<readonly [string, Record<string, string>]> };

/** Stands in for Lucide's function of this name in the built shop (build-steps/light-icons.ts). */
export function createLucideIcon({ node }: IconData): FunctionComponent<IconProps> {
  const drawing = node.map(([tag, attributes]) => createElement(tag, attributes));
  return ({ size = 24, strokeWidth = 2, ...rest }) =>
    createElement(
      "svg",
      {
        width: size,
        height: size,
        viewBox: "0 0 24 24",
        fill: "none",
        stroke: "currentColor",
        strokeWidth,
        strokeLinecap: "round",
        strokeLinejoin: "round",
        ...rest,
      },
      ...drawing,
    );
}
