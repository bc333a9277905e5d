// The overlay's texel of this very pixel over a colour: pixi drew it premultiplied, as large as the stage, row 0 on top.
#if defined(OVERLAY)
uniform sampler2D u_overlay;
#endif

vec3 underOverlay(vec3 colour, vec2 targetPx) {
#if defined(OVERLAY)
  vec4 over = texelFetch(u_overlay, ivec2(targetPx), 0);
  return colour * (1.0 - over.a) + over.rgb;
#else
  return colour;
#endif
}
