#!/usr/bin/env python3
"""Runs the mutations of src/reading and src/label/evidence.rs with the lean tests, in /work/w/reader-mut."""
import tomllib, subprocess, os, sys
root='/work/w/reader-mut'; os.chdir(root)
env={**os.environ,'CARGO_INCREMENTAL':'1'}
ms=tomllib.load(open('tests/mutations/label.toml','rb'))['mutation']
ms=[m for m in ms if m['file'].startswith('src/reading') and any(w in m['name'] for w in ('no soya','loses its','word of doubt','no peanuts','limit of','table is','lecithin','wine'))]
print(len(ms),'mutations',flush=True)
for m in ms:
    t=open(m['file']).read()
    assert t.count(m['find'])==1,(m['name'],t.count(m['find']))
    open(m['file'],'w').write(t.replace(m['find'],m['replace']))
    name=m['caught_by'].split(' ')[-1].split('::')[-1]
    unit=m['caught_by'].startswith('unit')
    cmd=['cargo','test','-q','-p','product-pool','--lib',name] if unit else ['cargo','test','-q','-p','product-pool-readers',name]
    r=subprocess.run(cmd,env=env,capture_output=True,text=True)
    out=r.stdout+r.stderr
    ran='0 passed; 0 failed' not in out or unit
    state='caught' if r.returncode and 'panicked' in out else ('BUILD' if r.returncode else ('norun' if '1 passed' not in out else 'SURVIVED'))
    if state=='norun' or not ran:
        r=subprocess.run(['cargo','test','-q','-p','product-pool-readers','allergen_texts'],env=env,capture_output=True,text=True); state='caught(all)' if r.returncode else 'SURVIVED(all)'
    print(state,m['name'], '' if state!='BUILD' else out[-600:],flush=True)
    open(m['file'],'w').write(t)
