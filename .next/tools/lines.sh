python3 - <<'P'
import re,glob
def n(p):
    t=open(p).read(); t=re.sub(r'/\*.*?\*/','',t,flags=re.S)
    return sum(1 for l in t.split('\n') if l.strip() and not l.strip().startswith('//'))
t=0
for p in sorted(glob.glob('/work/w/reader/src/reading/*.rs')): print(p.split('/')[-1],n(p),end='  '); t+=n(p)
print('total',t)
P
