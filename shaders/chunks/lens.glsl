// Where a direction falls on the fisheye's circle: length 1 is the rim, y down. The twin of src/domain/dewarp/lens.ts.
// One of LENS_EQUIDISTANT, LENS_EQUISOLID, LENS_STEREOGRAPHIC, LENS_ORTHOGRAPHIC, LENS_POLYNOMIAL is defined.
#include "./angle.glsl"
uniform float u_edge;  // 1 / radius of the lens model at half the field of view
#if defined(LENS_POLYNOMIAL)
uniform vec4 u_lensK;       // k1..k4
uniform float u_lensHalf;   // rad: half the field of view; beyond it the polynomial goes on straight
#endif

float lensRadius(float theta) {
#if defined(LENS_EQUISOLID)
  return 2.0 * sineOf(theta * 0.5);
#elif defined(LENS_STEREOGRAPHIC)
  return 2.0 * sineOf(theta * 0.5) / max(cosineOf(theta * 0.5), 1e-6);
#elif defined(LENS_ORTHOGRAPHIC)
  return theta <= PI * 0.5 ? sineOf(theta) : 1.0 + (theta - PI * 0.5);
#elif defined(LENS_POLYNOMIAL)
  float inside = min(theta, u_lensHalf);
  float square = inside * inside;
  return inside * (1.0 + square * (u_lensK.x + square * (u_lensK.y + square * (u_lensK.z + square * u_lensK.w))))
    + (theta - inside);
#else
  return theta;
#endif
}

// `direction` need not have length 1: x right, y down, z along the optical axis.
vec2 lensPoint(vec3 direction) {
  float side = length(direction.xy);
  float q = lensRadius(angleFrom(side, direction.z)) * u_edge;
  return direction.xy * (q / max(side, 1e-20));
}
