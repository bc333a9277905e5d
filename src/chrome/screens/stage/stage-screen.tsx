export default function StageScreen() {
  return null;
}
