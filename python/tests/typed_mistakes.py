"""Each line that mypy --strict must refuse, with what it says (test_types.py)."""

import polhode as ph

ph.torque.gravity(mas=0.3)  # expect: Unexpected keyword argument "mas"
ph.torque.gravty(mass=0.3)  # expect: has no attribute "gravty"
ph.torque.constant()  # expect: Missing named argument "value"
ph.torque.constant(value=[0, 0, 1], frame="sky")  # expect: incompatible type "Literal['sky']"
ph.Method("rk44", step=1e-3)  # expect: incompatible type "Literal['rk44']"
ph.Method("rk4", steps=1e-3)  # expect: Unexpected keyword argument "steps"
ph.Body(mass=[1])  # expect: Argument "mass" to "Body" has incompatible type "List[int]"
ph.rates.constant(value=3)  # expect: Argument "value" to "constant" of "_Rates" has incompatible type "int"
angle: str = ph.run(ph.Problem(), duration=1.0).q_NB  # expect: Incompatible types in assignment
