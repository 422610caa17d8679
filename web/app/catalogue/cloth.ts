const grounds: Record<string, string> = {
  sakura: "bg-cloth-sakura",
  fuji: "bg-cloth-fuji",
  shiro: "bg-cloth-shiro",
  wakaba: "bg-cloth-wakaba",
  mizu: "bg-cloth-mizu",
  asagi: "bg-cloth-asagi",
  tamago: "bg-cloth-tamago",
  matcha: "bg-cloth-matcha",
  kaki: "bg-cloth-kaki",
  tokiwa: "bg-band-2",
};

/** The ground of a department's cloth and the colours of text on it (design §2). Tokiwa is the one dark cloth. */
export function clothClasses(cloth: string): { ground: string; ink: string; ink2: string } {
  const ground = grounds[cloth] ?? "bg-cloth-shiro";
  return cloth === "tokiwa"
    ? { ground, ink: "text-on-band", ink2: "text-on-band-2" }
    : { ground, ink: "text-on-cloth", ink2: "text-on-cloth-2" };
}
