// The source's frame at `at` (0..1, v = 0 at the top) as RGB. One of PICTURE_RGBA, PICTURE_I420, PICTURE_NV12 is
// defined; CATMULL_ROM: it interpolates, not the bilinear filter.
uniform sampler2D u_plane0;  // RGBA, or luma
#if defined(PICTURE_I420)
uniform sampler2D u_plane1;  // Cb
uniform sampler2D u_plane2;  // Cr
#elif defined(PICTURE_NV12)
uniform sampler2D u_plane1;  // Cb in r, Cr in a
#endif
#if !defined(PICTURE_RGBA)
uniform mat3 u_yuvToRgb;
uniform vec3 u_yuvOffset;    // 0..1
#endif

#if defined(CATMULL_ROM)
#include "./catmull-rom.glsl"
#endif

vec4 interpolated(vec2 at) {
#if defined(CATMULL_ROM)
  return catmullRom(u_plane0, at);
#else
  return texture(u_plane0, at);
#endif
}

vec3 samplePicture(vec2 at) {
#if defined(PICTURE_RGBA)
  return interpolated(at).rgb;
#else
  // The luma carries the sharpness; the chroma has half its resolution.
  float luma = interpolated(at).r;
#if defined(PICTURE_NV12)
  vec2 chroma = texture(u_plane1, at).ra;
#else
  vec2 chroma = vec2(texture(u_plane1, at).r, texture(u_plane2, at).r);
#endif
  return clamp(u_yuvToRgb * (vec3(luma, chroma) - u_yuvOffset), 0.0, 1.0);
#endif
}
