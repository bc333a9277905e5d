/** The proscenium arch: a gold frame around a lit stage. It is decorative: text beside it gives the name. */
export function Logo({ size = 28 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path d="M11 26v-9.5a5 5 0 0 1 10 0V26z" fill="var(--accent)" />
      <path
        d="M5.5 26V15.5a10.5 10.5 0 0 1 21 0V26M3.5 26.5h25"
        fill="none"
        stroke="var(--gold)"
        strokeWidth="2.75"
        strokeLinecap="round"
      />
    </svg>
  );
}
