/** What viewers say back by RTCP (RFC 4585): that they have lost a picture. */

/** RTCP payload-specific feedback (RFC 4585) and its formats: picture loss, full intra request */
const RTCP_PSFB = 206;
const PSFB_PLI = 1;
const PSFB_FIR = 4;

/** RTCP packets come one after another in a message: u8 version and format, u8 type, u16 words - 1. */
export function asksForKeyFrame(rtcp: Buffer): boolean {
  for (let at = 0; at + 8 <= rtcp.length; at += (rtcp.readUInt16BE(at + 2) + 1) * 4) {
    const format = (rtcp[at] ?? 0) & 31;
    if (rtcp[at + 1] === RTCP_PSFB && (format === PSFB_PLI || format === PSFB_FIR)) return true;
  }
  return false;
}
