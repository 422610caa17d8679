import type { Page } from "@playwright/test";

/** Draws a picture as a file to upload. */
export async function drawPicture(page: Page, name: string, { width, height }: { width: number; height: number }) {
  const base64 = await page.evaluate(
    ([text, canvasWidth, canvasHeight]) => {
      const canvas = document.createElement("canvas");
      Object.assign(canvas, { width: canvasWidth, height: canvasHeight });
      const context = canvas.getContext("2d");
      if (!context) throw new Error("no canvas");
      context.fillStyle = "#e8e4dc";
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.fillStyle = "#1a5640";
      context.fillRect(canvas.width / 3, canvas.height / 4, canvas.width / 3, canvas.height / 2);
      context.fillText(text, 8, 16);
      return canvas.toDataURL("image/png").split(",")[1] ?? "";
    },
    [name, width, height] as const,
  );
  return { name: `${name}.png`, mimeType: "image/png", buffer: Buffer.from(base64, "base64") };
}
