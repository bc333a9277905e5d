import { encode } from "uqr";
import css from "./factor.module.css";

/** Cameras of phones want a light edge of four modules around it. */
const EDGE = 4;

/** A text as a picture for the camera of a phone: dark on light in every theme. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { ecc: "M", border: EDGE });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg className={css.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path className={css.light} d={`M0 0h${size}v${size}h-${size}z`} />
      <path className={css.dark} d={dark.join("")} />
    </svg>
  );
}
