/** HAProxy in front of two aggregators of this machine. `ports`: of the two. */
export declare function startBalancer(
  ports: readonly [number, number],
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }>;
