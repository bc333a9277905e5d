/** Finds the circle of one picture of a fisheye, away from the page's thread. */
import { findCircle } from "#domain/dewarp/circle/circle.ts";

onmessage = (event) => {
  postMessage(findCircle(event.data));
  close();
};
