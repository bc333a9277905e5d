/**
 * The page that lies in every zip and checks it without a network: SHA-256 of each file, the manifest's Ed25519
 * signature, and which key signed. It reads only what is chosen or dropped on it and sends nothing (its own CSP).
 */
export const VERIFICATION_NAME = "verify.html";

export function verificationPage(): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>Verify an export</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Verify an export</h1>
<p>Unpack the zip, then choose all of its files here (or drop them on this page). Nothing leaves this computer.</p>
<label class="drop">Choose the files<input id="files" type="file" multiple></label>
<p id="verdict" role="status" aria-live="polite"></p>
<dl id="facts"></dl>
<table id="table" hidden><thead><tr><th>File</th><th>Camera</th><th>From</th><th>To</th><th>Result</th></tr></thead><tbody></tbody></table>
<p class="note">The signature proves that the files are as the holder of this key made them. That the key belongs to the
recorder is for you to check: compare the fingerprint with the one in the recorder's own export dialog.</p>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

const STYLE = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0}main{max-width:60rem;margin:2rem auto;padding:0 1rem}
.drop{display:block;padding:2rem;border:2px dashed GrayText;border-radius:.5rem;text-align:center;cursor:pointer}
.drop input{display:block;margin:1rem auto 0}
#verdict{font-size:1.25rem;font-weight:600}.good{color:#16803c}.bad{color:#c62828}
@media (prefers-color-scheme:dark){.good{color:#5bd186}.bad{color:#ff8a80}}
table{width:100%;border-collapse:collapse}th,td{padding:.4rem;text-align:start;border-bottom:1px solid GrayText}
dl{display:grid;grid-template-columns:auto 1fr;gap:.2rem 1rem}dd{margin:0;overflow-wrap:anywhere}.note{color:GrayText}
`;

/** SHA-256 of its own: WebCrypto's digest wants the whole file in memory. */
const SCRIPT = String.raw`
"use strict";
const K=new Uint32Array(64),H0=new Uint32Array(8);
{let n=0;for(let p=2;n<64;p++){let prime=true;for(let d=2;d*d<=p;d++)if(p%d===0){prime=false;break}
if(!prime)continue;const frac=(x)=>((x-Math.floor(x))*4294967296)>>>0;if(n<8)H0[n]=frac(Math.sqrt(p));K[n++]=frac(Math.cbrt(p))}}
class Sha256{
constructor(){this.h=H0.slice();this.w=new Uint32Array(64);this.rest=new Uint8Array(64);this.held=0;this.bytes=0}
block(d,o){const w=this.w,h=this.h;
for(let i=0;i<16;i++,o+=4)w[i]=(d[o]<<24)|(d[o+1]<<16)|(d[o+2]<<8)|d[o+3];
for(let i=16;i<64;i++){const x=w[i-15],y=w[i-2];
w[i]=w[i-16]+((x>>>7|x<<25)^(x>>>18|x<<14)^(x>>>3))+w[i-7]+((y>>>17|y<<15)^(y>>>19|y<<13)^(y>>>10))|0}
let [a,b,c,e0,e,f,g,k]=h;
for(let i=0;i<64;i++){
const t1=k+((e>>>6|e<<26)^(e>>>11|e<<21)^(e>>>25|e<<7))+((e&f)^(~e&g))+K[i]+w[i]|0;
const t2=((a>>>2|a<<30)^(a>>>13|a<<19)^(a>>>22|a<<10))+((a&b)^(a&c)^(b&c))|0;
k=g;g=f;f=e;e=e0+t1|0;e0=c;c=b;b=a;a=t1+t2|0}
h[0]+=a;h[1]+=b;h[2]+=c;h[3]+=e0;h[4]+=e;h[5]+=f;h[6]+=g;h[7]+=k}
add(d){let o=0;this.bytes+=d.length;
if(this.held){const take=Math.min(64-this.held,d.length);this.rest.set(d.subarray(0,take),this.held);this.held+=take;o=take;
if(this.held<64)return;this.block(this.rest,0);this.held=0}
for(;o+64<=d.length;o+=64)this.block(d,o);
this.rest.set(d.subarray(o));this.held=d.length-o}
hex(){const bits=this.bytes*8,pad=new Uint8Array((this.held<56?64:128)-this.held);pad[0]=128;
const v=new DataView(pad.buffer);v.setUint32(pad.length-8,Math.floor(bits/4294967296));v.setUint32(pad.length-4,bits>>>0);this.add(pad);
return Array.from(this.h,(x)=>x.toString(16).padStart(8,"0")).join("")}}
const shaOf=async(file,onShare)=>{const sha=new Sha256(),reader=file.stream().getReader();let read=0;
for(;;){const {value,done}=await reader.read();if(done)return sha.hex();sha.add(value);read+=value.length;onShare(file.size?read/file.size:1)}};
const fromBase64=(text)=>Uint8Array.from(atob(text.trim()),(c)=>c.charCodeAt(0));
const $=(id)=>document.getElementById(id);
const say=(text,good)=>{$("verdict").textContent=text;$("verdict").className=good===undefined?"":good?"good":"bad"};
const fact=(name,value)=>{const dt=document.createElement("dt"),dd=document.createElement("dd");dt.textContent=name;dd.textContent=value;$("facts").append(dt,dd)};
const signatureFits=async(key,signature,bytes)=>{
if(!globalThis.crypto||!crypto.subtle)return null;
let imported;try{imported=await crypto.subtle.importKey("raw",key,"Ed25519",false,["verify"])}catch{return null}
return crypto.subtle.verify("Ed25519",imported,signature,bytes)};
let run=0;
async function check(files){
const mine=++run;$("facts").replaceChildren();const body=$("table").tBodies[0];body.replaceChildren();$("table").hidden=true;
const byName=new Map([...files].map((file)=>[file.name,file]));
const manifestFile=byName.get("manifest.json"),signatureFile=byName.get("manifest.sig");
if(!manifestFile||!signatureFile)return say("Choose manifest.json and manifest.sig together with the videos.",false);
const bytes=new Uint8Array(await manifestFile.arrayBuffer());
let manifest,key,signature;
try{manifest=JSON.parse(new TextDecoder().decode(bytes));key=fromBase64(manifest.publicKey);signature=fromBase64(await signatureFile.text());
if(!Array.isArray(manifest.files))throw 0}catch{return say("The manifest cannot be read.",false)}
const fits=await signatureFits(key,signature,bytes);if(mine!==run)return;
const print=new Sha256();print.add(key);
fact("Recorder",String(manifest.recorder));fact("Exported",String(manifest.created));
fact("Key fingerprint",(print.hex().slice(0,32).match(/.{4}/g)||[]).join(" "));
fact("Signature",fits===null?"this browser cannot check Ed25519 signatures":fits?"valid":"NOT VALID");
$("table").hidden=false;let bad=0;
for(const each of manifest.files){const row=body.insertRow(),file=byName.get(each.name);
for(const text of [each.name,each.cameraName,new Date(each.startMs).toISOString(),new Date(each.stopMs).toISOString(),"…"])row.insertCell().textContent=String(text);
const cell=row.cells[4];
if(!file){bad++;cell.textContent="missing";cell.className="bad";continue}
const sum=await shaOf(file,(share)=>{cell.textContent=Math.round(share*100)+" %"});if(mine!==run)return;
const same=sum===each.sha256&&file.size===each.bytes;if(!same)bad++;
cell.textContent=same?"unchanged":"CHANGED";cell.className=same?"good":"bad"}
if(fits===false)return say("The signature is not valid: the manifest was changed or is not from this key.",false);
if(bad>0)return say(bad+" of "+manifest.files.length+" files are missing or changed.",false);
if(fits===null)return say("All files fit the manifest, but this browser cannot check its signature. Use a current Chrome, Edge, Firefox or Safari.",false);
say("All "+manifest.files.length+" files are unchanged, and the signature is valid.",true)}
$("files").addEventListener("change",(event)=>void check(event.target.files));
addEventListener("dragover",(event)=>event.preventDefault());
addEventListener("drop",(event)=>{event.preventDefault();void check(event.dataTransfer.files)});
`;
